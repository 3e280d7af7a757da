import { expect, test } from 'vitest'
import { assertFixed } from './fixed-filter.ts'

test('EMBED-02 a fixed filter without a value lets nothing through', () => {
  for (const tenantId of [undefined, ''])
    expect(() => assertFixed({ tenantId })).toThrow('The fixed filter “tenantId” has no value')
  expect(() => assertFixed({ tenantId: 'oasis', type: 1 })).not.toThrow()
})
