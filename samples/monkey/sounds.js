// A bite and a laugh, made by Web Audio.

let context;

/** Plays a sound, and counts it in an attribute of the page: `data-bite`, `data-laugh`. */
export async function play(sound) {
    document.body.dataset[sound.name] = Number(document.body.dataset[sound.name] ?? 0) + 1;
    context ??= new AudioContext();
    const asked = performance.now();
    await context.resume(); // Browsers are silent until the page was touched or clicked; docs/samples.md has a remedy.
    if (performance.now() - asked < 300) sound(context);
}

/** Two crunches of noise. */
export function bite(context) {
    const { sampleRate, currentTime } = context;
    for (const start of [0, 0.11]) {
        const buffer = context.createBuffer(1, sampleRate * 0.09, sampleRate);
        const samples = buffer.getChannelData(0);
        for (let index = 0; index < samples.length; index += 1) {
            samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 3;
        }
        const noise = new AudioBufferSourceNode(context, { buffer });
        const teeth = new BiquadFilterNode(context, { type: "bandpass", frequency: start ? 700 : 1300, Q: 0.8 });
        noise.connect(teeth).connect(context.destination);
        noise.start(currentTime + start);
    }
}

/** Six times "he": a voice whose mouth is a filter, each lower than the one before. */
export function laugh(context) {
    for (let count = 0; count < 6; count += 1) {
        const start = context.currentTime + count * 0.14, pitch = 420 - 24 * count;
        const voice = new OscillatorNode(context, { type: "sawtooth", frequency: pitch });
        const mouth = new BiquadFilterNode(context, { type: "bandpass", frequency: 1100, Q: 1.5 });
        const loudness = new GainNode(context, { gain: 0 });
        voice.frequency.linearRampToValueAtTime(pitch * 0.8, start + 0.11);
        loudness.gain.setValueAtTime(0, start);
        loudness.gain.linearRampToValueAtTime(0.4, start + 0.02);
        loudness.gain.linearRampToValueAtTime(0, start + 0.11);
        voice.connect(mouth).connect(loudness).connect(context.destination);
        voice.start(start);
        voice.stop(start + 0.12);
    }
}
