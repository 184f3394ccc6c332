// How does a program that says `require` connect? `connect` is asynchronous anyway, so the module may be, too.

exports.connect = async (options) => (await import("./index.js")).connect(options);
