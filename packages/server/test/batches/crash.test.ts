import { expect, it } from 'vitest'
import { createChildren } from '../child.ts'
import { addBatch, plainRows, settled, titlesOf } from './support.ts'

const start = await createChildren('tenant')

it('BULK-12 a batch whose server is killed with -9 goes on by itself and makes every title once', async () => {
  const first = await start()
  const id = await addBatch(first.api, plainRows(60))
  await first.api.batches.process({ id })
  while ((await first.api.batches.fetch({ id })).rows.done < 5)
    await new Promise(done => setTimeout(done, 10))
  await first.kill()

  const second = await start()
  expect(await settled(second.api, id)).toMatchObject({
    status: 'Complete',
    rows: { total: 60, done: 60, bad: 0 },
  })
  const ids = await titlesOf(second.api)
  expect([ids.length, new Set(ids).size]).toEqual([60, 60])
  await second.kill()
}, 240_000)
