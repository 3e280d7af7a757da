import type { FaultCase } from '../cases.ts'

export const surroundingCases: readonly FaultCase[] = []
