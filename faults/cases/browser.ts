import type { FaultCase } from '../cases.ts'

export const browserCases: readonly FaultCase[] = []
