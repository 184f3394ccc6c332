// Attempts of a recognizer that a program writes, for tests, and the decisions of its class about them.

import { once } from "node:events";
import { connected, peer } from "./peer.js";

export const touch = (id, phase, x = 0, members = {}) => ({
    id, phase, location: { x, y: 0 }, previousLocation: { x: x - 1, y: 0 }, region: "root", tapCount: 1, ...members,
});
/** Touches of an attempt; each line has the number of the change also as its time. */
export const attempt = (change, touches, members = {}) => ["attempt", {
    recognizer: "own", attempt: 12, change, surface: "panel", time: change, touches, ...members,
}];
export const reset = (outcome, members = {}) => ["reset", { recognizer: "own", attempt: 12, outcome, ...members }];

/** Answers the next request, which is to be `attach`; returns its recognizers. */
export async function attached(talk) {
    const request = await talk.hear("attach");
    talk.answer(request, { regions: [], recognizers: ["own"], surfaces: [] });
    return request.params.recognizers;
}

/** The decisions of recognizers of a class about these lines. */
export async function decisions(t, recognizer, ...lines) {
    const heard = [];
    const socket = await peer(t, async (talk) => {
        await attached(talk);
        for (const line of lines) talk.say(...line);
        talk.say("capabilities", { capabilities: ["attach", "touches"] });
        await talk.eachRequest((request) => {
            if (request.method === "recognize") heard.push(request.params);
            talk.answer(request, {});
        });
    });
    const connection = await connected(t, socket);
    const isRead = once(connection, "capabilities");
    await connection.attach({ recognizers: [{ name: "own", type: "custom", recognizer }] });
    await isRead;
    await connection.status();
    return heard;
}

/** A decision about the usual attempt. */
export const decision = (change, members = {}) => ({ recognizer: "own", attempt: 12, change, ...members });
