import { expect, it } from 'vitest'
import { createTurns } from './lock.ts'

const never = () => {
  throw new Error('nobody may be stopped here')
}

it('gives a free part, and a held one to nobody who only takes what is free', async () => {
  const turns = createTurns()
  const release = turns.takeFree('a', never)
  expect(release).toBeDefined()
  expect(turns.takeFree('a', never)).toBeUndefined()
  expect(turns.takeFree('b', never)).toBeDefined()
  release!()
  const again = turns.takeFree('a', never)
  expect(again).toBeDefined()
  release!()
  expect(turns.takeFree('a', never)).toBeUndefined()
})

it('has whoever took a free part stopped by who takes it over, who waits for its end', async () => {
  const turns = createTurns()
  const order: string[] = []
  const release = turns.takeFree('a', () => order.push('stopped'))
  const second = turns
    .take('a', () => order.push('second stopped'))
    .then(end => {
      order.push('second')
      return end
    })
  const free = turns.free('a').then(() => order.push('free'))
  expect(turns.takeFree('a', never)).toBeUndefined()
  await Promise.resolve()
  order.push('released')
  release!()
  expect(turns.takeFree('a', never)).toBeUndefined()
  const end = await second
  end()
  await free
  expect(order).toEqual(['stopped', 'released', 'second', 'free'])
  expect(turns.takeFree('a', never)).toBeDefined()
})

it('is not free between those who wait for it', async () => {
  const turns = createTurns()
  const first = await turns.take('a', () => undefined)
  const second = turns.take('a', () => undefined)
  const third = turns.take('a', () => undefined)
  first()
  expect(turns.takeFree('a', never)).toBeUndefined()
  ;(await second)()
  expect(turns.takeFree('a', never)).toBeUndefined()
  ;(await third)()
  expect(turns.takeFree('a', never)).toBeDefined()
})
