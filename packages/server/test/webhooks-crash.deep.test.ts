import { describe, test } from 'vitest'
import { databases } from './database.ts'
import { createKilled } from './webhook-crash.ts'

const seed = Number(process.env.KINORA_TEST_SEED ?? Date.now() % 100_000)

for (const db of databases) {
  const deliverOverKills = await createKilled(db)
  describe(`HOOK-02 webhooks under kills, on ${db}`, () => {
    test(
      `10,000 events arrive complete and in order per title, server and receiver killed with -9 meanwhile, seed ${seed}`,
      () => deliverOverKills({ titles: 500, edits: 19, kills: 5, seed }),
      0,
    )
  })
}
