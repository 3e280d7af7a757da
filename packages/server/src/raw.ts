import type { Deps } from './deps.ts'
import type { Server } from './server.ts'

/** Addresses that hand out bytes rather than answers of the contract: images, streams. */
export function mountRaw(_app: Server, _deps: Deps): void {}
