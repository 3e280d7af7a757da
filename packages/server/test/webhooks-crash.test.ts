import { test } from 'vitest'
import { deliverOverKills } from './webhook-crash.ts'

test('HOOK-02 300 events arrive complete and in order per title, server and receiver killed with -9 meanwhile', () =>
  deliverOverKills({ titles: 30, edits: 9, kills: 1 }))
