import type { Hash } from 'node:crypto'

/** Node's cryptography is loaded with the first use: it takes milliseconds, and most commands hash nothing. */
export const createSha256 = (): Hash => process.getBuiltinModule('node:crypto').createHash('sha256')
