export * from './moves.ts'
export * from './occurrences.ts'
export * from './wall-clock.ts'
