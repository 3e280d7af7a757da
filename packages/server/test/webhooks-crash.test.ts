import { test } from 'vitest'
import { createKilled } from './webhook-crash.ts'

const deliverOverKills = await createKilled('pglite')

test('HOOK-02 300 events arrive complete and in order per title, server and receiver killed with -9 meanwhile', () =>
  deliverOverKills({ titles: 30, edits: 9, kills: 1, seed: 7 }))
