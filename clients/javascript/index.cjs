// Entry point for `require`, which loads the module when `connect` is called.

exports.connect = async (options) => (await import("./index.js")).connect(options);
