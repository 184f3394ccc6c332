// Types of `require("gestured")`; all other types: import type … from "gestured".

import type { Connection, ConnectOptions } from "./index.js" with { "resolution-mode": "import" };

/** Connects to gestured: what `connect` of the module does. */
export function connect(options?: ConnectOptions): Promise<Connection>;
