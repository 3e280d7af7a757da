import { test } from 'vitest'
import { deliverOverKills } from './webhook-crash.ts'

test(
  'HOOK-02 10,000 events arrive complete and in order per title, server and receiver killed with -9 meanwhile',
  () => deliverOverKills({ titles: 500, edits: 19, kills: 5 }),
  0,
)
