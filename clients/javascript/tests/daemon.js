// A daemon with a recorded panel for tests.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { atEnd, folder } from "./peer.js";

export const program = process.env.GESTURED_PROGRAM;
/** For tests that need the daemon. */
export const withDaemon = { skip: program ? false : "GESTURED_PROGRAM does not say which daemon" };

const recordings = fileURLToPath(new URL("../../../Tests/Fixtures/recordings/", import.meta.url));

/** A configuration with a pan and a tap. */
export const usual = `
surfaces:
  - name: panel
    match: { name: "*" }
    size: 278mm x 174mm
    pixels: 1920 x 1200
recognizers:
  - { name: move, type: pan }
  - { name: touch, type: tap }
`;

/** One whose pan leaves the touches to the region. */
export const lenient = usual.replace("type: pan", "type: pan, cancelsTouchesInView: false");

/** A daemon that plays a recording again and again, at a socket of its own, until the test is over. */
export async function daemon(test, recording, configuration = usual) {
    const place = await folder(test);
    const self = new Daemon(place, path.join(recordings, `${recording}.evemu`));
    await self.configure(configuration);
    atEnd(test, () => self.stop());
    await self.start();
    return self;
}

class Daemon {
    #place;
    #recording;
    #process;

    constructor(place, recording) {
        this.#place = place;
        this.#recording = recording;
    }

    get socket() {
        return path.join(this.#place, "socket");
    }

    configure(text) {
        return writeFile(path.join(this.#place, "gestured.yaml"), text);
    }

    /** Starts it, and waits until it listens. */
    async start() {
        this.#process = spawn(program, [
            "--socket", this.socket, "--replay", this.#recording, "--loop",
            "--config", path.join(this.#place, "gestured.yaml"),
        ], { stdio: ["ignore", "ignore", "pipe"] });
        const messages = [];
        for await (const line of createInterface({ input: this.#process.stderr })) {
            messages.push(line);
            if (line.includes(" ready: ")) break;
        }
        if (this.#process.exitCode !== null) throw new Error(`gestured did not start:\n${messages.join("\n")}`);
        this.#process.stderr.resume();
    }

    /** Ends it and waits for that. */
    async stop(signal = "SIGTERM") {
        if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
        const gone = once(this.#process, "exit");
        this.#process.kill(signal);
        await gone;
    }
}
