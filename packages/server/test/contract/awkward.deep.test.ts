import { describe } from 'vitest'
import { tryAwkwardValues } from './awkward-values.ts'

describe('VAL-28, API-100 an awkward value is refused with a reason or comes back as it was sent', () => {
  tryAwkwardValues(1)
})
