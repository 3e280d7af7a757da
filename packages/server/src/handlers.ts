import type { KinoraContract } from '@kinora/core'
import type { AllHandlers } from './kernel/serve.ts'

/** One line for each noun. */
export const handlers: Partial<AllHandlers<KinoraContract>> = {}
