import { expect, test } from 'vitest'
import { eachOf } from './each-of.ts'

const soon = () => new Promise(resolve => setImmediate(resolve))

test('no more than are worked on are taken from what there is', async () => {
  let [taken, done, most] = [0, 0, 0]
  async function* many() {
    while (taken < 100) {
      taken += 1
      most = Math.max(most, taken - done)
      yield taken
    }
  }
  const act = async () => {
    await soon()
    done += 1
  }
  await eachOf(many(), act, 3)
  expect([done, most]).toEqual([100, 3])
})

test('where one fails no other begins, and those that have are waited for', async () => {
  const [begun, ended]: number[][] = [[], []]
  const act = async (one: number) => {
    begun!.push(one)
    await soon()
    if (one === 2) throw new Error('the second')
    await soon()
    ended!.push(one)
  }
  await expect(eachOf([1, 2, 3, 4, 5, 6, 7], act, 2)).rejects.toThrow('the second')
  expect(ended).toEqual(begun!.filter(one => one !== 2))
  expect(begun!.length).toBeLessThan(5)
})

test('what fails to say what there is fails, once those that have begun are done', async () => {
  let isDone = false
  async function* broken() {
    yield 1
    throw new Error('no more names')
  }
  const act = async () => {
    await soon()
    isDone = true
  }
  await expect(eachOf(broken(), act, 4)).rejects.toThrow('no more names')
  expect(isDone).toBe(true)
})
