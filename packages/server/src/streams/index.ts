export { mountStreams } from './answer.ts'
export { createAssertWhole } from './whole.ts'
