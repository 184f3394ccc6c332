// Types of `require("gestured")`; all other types: import type … from "gestured".

import type { Connection, ConnectOptions } from "./index.js" with { "resolution-mode": "import" };

/** Connects to gestured: like `connect` of the module. */
export function connect(options?: ConnectOptions): Promise<Connection>;
