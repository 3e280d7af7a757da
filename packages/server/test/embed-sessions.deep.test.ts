import { describe } from 'vitest'
import { tryCallsOfSessions } from './embed-session-calls.ts'

describe('KEY-06 every call, with the rights that open it and with all others, whole and for certain titles', () => {
  tryCallsOfSessions(true)
})
