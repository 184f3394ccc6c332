// What does `require("gestured")` give? Types of everything else: import type … from "gestured".

import type { Connection, ConnectOptions } from "./index.js" with { "resolution-mode": "import" };

/** Connects to gestured: what `connect` of the module does. */
export function connect(options?: ConnectOptions): Promise<Connection>;
