// Uses of the library's types in Node, required.

import gestured = require("gestured");

export async function count(): Promise<number> {
    const connection = await gestured.connect();
    return (await connection.list("recognizers")).length;
}
