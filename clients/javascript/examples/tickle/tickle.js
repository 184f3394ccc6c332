import { connect, GestureRecognizer } from "/gestured/browser.js";

class Tickle extends GestureRecognizer {
    touchesBegan([touch]) {
        [this.turn, this.farthest, this.direction, this.turns] = [touch.location.x, touch.location.x, 0, 0];
        if (this.numberOfTouches > 1) this.state = "failed";
    }
    touchesMoved([touch]) {
        const { x } = touch.location;
        const moved = x - this.farthest;
        if (Math.sign(moved) === this.direction) {
            this.farthest = x;
            if (Math.abs(x - this.turn) > 300) this.state = "failed";
        } else if (Math.abs(moved) > 25) {
            [this.direction, this.turn, this.farthest] = [Math.sign(moved), x, x];
            this.turns += 1;
            if (this.turns === 3) this.state = "recognized";
        }
    }
    touchesEnded() {
        this.state = "failed";
    }
}

const connection = await connect();
await connection.attach({
    recognizers: [
        { name: "tickle", type: "custom", recognizer: Tickle, blocks: "move" },
        { name: "move", type: "pan" },
    ],
});
for await (const { recognizer, state } of await connection.subscribe({ recognizers: ["tickle", "move"] })) {
    if (recognizer) document.body.textContent = `${recognizer} ${state}`;
}
