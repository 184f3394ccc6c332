// Questions of own recognizers, and the application's functions that answer them.

import { isObject } from "./errors.js";
import { deciding } from "./recognizers.js";

/** By what is asked: the function of the definition, and the member of the question that it gets. */
const kinds = new Map([
    ["begin", ["shouldBegin", "gesture"]], ["receive", ["shouldReceive", "touch"]],
    ["simultaneous", ["shouldRecognizeSimultaneously", "pair"]],
    ["requireFailure", ["shouldRequireFailure", "pair"]],
    ["beRequiredToFail", ["shouldBeRequiredToFail", "pair"]],
]);

/** A copy of definitions with their functions, which JSON leaves out. Recognizers ask what functions answer. */
export function withFunctions({ recognizers, ...others }) {
    return { ...structuredClone(others), ...(recognizers && { recognizers: recognizers.map(functional) }) };
}

function functional(definition) {
    const others = { ...definition };
    const functions = {};
    const ask = [];
    for (const [kind, [name]] of kinds) {
        if (others[name] !== undefined) {
            functions[name] = others[name];
            ask.push(kind);
        }
        delete others[name];
    }
    const copy = others.type === "custom" ? deciding(others) : structuredClone(others);
    return ask.length === 0 ? copy : { ...copy, ask, ...functions };
}

/** Whether the answer to a question is true, by the function of its recognizer; undefined if there is none. */
export async function answerTo(question, recognizer) {
    const [name, member] = kinds.get(question.ask) ?? [];
    const answer = recognizer?.[name];
    if (answer === undefined || !isObject(question[member])) return undefined;
    return Boolean(await answer(question[member]));
}
