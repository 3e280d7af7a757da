import { test } from 'vitest'
import { createKilled } from './webhook-crash.ts'

const deliverOverKills = await createKilled()

test(
  'HOOK-02 10,000 events arrive complete and in order per title, server and receiver killed with -9 meanwhile',
  () => deliverOverKills({ titles: 500, edits: 19, kills: 5 }),
  0,
)
