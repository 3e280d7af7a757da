import { type Endpoint, get, noun, Paged, PageInput, pageOf } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { isLong, LIST_BATCH_SIZE, toWireOutput, writeLongList } from './long-list.ts'

const { list, one } = noun('rows', {
  list: get('/rows', { summary: '', input: PageInput, output: Paged(z.int()), allow: 'everyone' }),
  one: get('/row', { summary: '', input: PageInput, output: z.object({ row: z.int() }), allow: 'everyone' }),
}) as unknown as { list: Endpoint; one: Endpoint }

const rows = Array.from({ length: 2 * LIST_BATCH_SIZE + 7 }, (_, row) => row)
const answer = async (wanted: { page: number; take: number }, all = rows, asked: number[] = []) =>
  new Response(
    await writeLongList(list, wanted, async piece => {
      asked.push(piece.take)
      return pageOf(all, piece)
    }),
  ).json()

test('AUTH-21 an answer is held against its types: a row of before a limit was tightened is one, another type isn’t', () => {
  const output = Paged(z.string().max(3))
  const { names } = noun('names', {
    names: get('/names', { summary: '', input: PageInput, output, allow: 'everyone' }),
  }) as unknown as { names: Endpoint }
  const page = { page: 1, take: 1 }
  expect(toWireOutput(names, pageOf(['Alexandra'], page))).toEqual(pageOf(['Alexandra'], page))
  expect(() => toWireOutput(names, pageOf([7], page))).toThrow('against its own contract')
})

describe('C-08 a list of any length', () => {
  test.each([
    ...[
      { page: 1, take: -1 },
      { page: 2, take: -1 },
      { page: 1, take: 0 },
      { page: 1, take: 99_999 },
    ],
    ...[
      { page: 2, take: LIST_BATCH_SIZE + 1 },
      { page: 2, take: 1500 },
      { page: 9, take: 1500 },
    ],
  ])('%o is what a list in one piece would be', async wanted => {
    expect(await answer(wanted)).toEqual(pageOf(rows, wanted))
    expect(await answer(wanted, [])).toEqual(pageOf([], wanted))
    const even = rows.slice(0, 2 * LIST_BATCH_SIZE)
    expect(await answer(wanted, even)).toEqual(pageOf(even, wanted))
  })

  test('is asked for piece by piece', async () => {
    const asked: number[] = []
    await answer({ page: 1, take: -1 }, rows, asked)
    expect(asked).toEqual([LIST_BATCH_SIZE, LIST_BATCH_SIZE, LIST_BATCH_SIZE])
  })

  test('goes on behind a piece of which rows are gone meanwhile, and ends with the last by its count', async () => {
    const read = async (piece: { page: number; take: number }) => {
      const found = pageOf(rows, piece)
      return piece.page === 1 ? { ...found, data: found.data.slice(1) } : found
    }
    const told = await new Response(await writeLongList(list, { page: 1, take: -1 }, read)).json()
    expect(told.data).toEqual(rows.slice(1))
    const asked: number[] = []
    await answer({ page: 1, take: -1 }, rows.slice(0, LIST_BATCH_SIZE), asked)
    expect(asked).toHaveLength(1)
  })

  test('reads no further than somebody takes it', async () => {
    let read = 0
    const stream = await writeLongList(list, { page: 1, take: -1 }, async piece => {
      read++
      return pageOf(rows, piece)
    })
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel()
    expect(read).toBeLessThan(3)
  })

  test('lets others have a turn between two pieces', async () => {
    const turns: string[] = []
    setTimeout(() => turns.push('another'))
    await writeLongList(list, { page: 1, take: -1 }, async piece => {
      turns.push(`piece ${piece.page}`)
      return pageOf(rows, piece)
    }).then(stream => new Response(stream).text())
    expect(turns.indexOf('another')).toBeLessThan(turns.indexOf('piece 2'))
  })

  test('throws what fails at once, and is no whole answer where a later piece fails', async () => {
    const failing = (at: number) =>
      writeLongList(list, { page: 1, take: -1 }, async piece => {
        if (piece.page === at) throw new Error('gone')
        return pageOf(rows, piece)
      })
    await expect(failing(1)).rejects.toThrow('gone')
    await expect(new Response(await failing(2)).text()).rejects.toThrow('gone')
  })

  test('is one that holds rows and is asked for more than a piece', () => {
    expect([-1, 0, LIST_BATCH_SIZE + 1].map(take => isLong(list, { page: 1, take }))).toEqual([
      true,
      true,
      true,
    ])
    expect(isLong(list, { page: 1, take: LIST_BATCH_SIZE })).toBe(false)
    expect(isLong(one, { page: 1, take: -1 })).toBe(false)
  })
})
