/** What a program needs before it speaks with a server: nothing here loads a schema, so that it starts at once. */
export { fillText, type MessageParams, type Text } from '../messages/catalogue.ts'
export { type ErrorCode, isKinoraError, KinoraError } from './errors.ts'
export { createMakeFolder } from './folders.ts'
export { toWireNames, type WireNames } from './wire-names.ts'
