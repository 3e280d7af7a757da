import { describe, expect, test } from 'vitest'
import { readParts } from './multipart.ts'

const type = 'multipart/form-data; boundary=edge'
const bytes = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0))

async function* cut(text: string, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield bytes(text.slice(at, at + size))
}

async function read(text: string, { size = text.length, contentType = type } = {}) {
  const parts: (readonly [name: string, fileName: string | undefined, content: string])[] = []
  for await (const { name, fileName, pieces } of readParts(cut(text, size), contentType)) {
    let content = ''
    for await (const piece of pieces) content += String.fromCharCode(...piece)
    parts.push([name, fileName, content])
  }
  return parts
}

const field = (name: string, content: string, rest = '') =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${content}\r\n`
const tricky = '\r\n--edg\r\n\r\n--edge-not\r\r\n-\r\n--'.replace('--edge-not', '--eXge')
const form = `${field('one', '1')}${field('file', tricky, '; filename="a%22b.mp4"\r\nContent-Type: video/mp4')}${field('two', '')}--edge--\r\n`

describe('UPLOAD-28 multipart bodies as they come', () => {
  test.each([1, 2, 3, 7, 16, 64, 4096])('are the same in pieces of %i bytes', async size => {
    expect(await read(form, { size })).toEqual([
      ['one', undefined, '1'],
      ['file', 'a"b.mp4', tricky],
      ['two', undefined, ''],
    ])
  })

  test('may have a preamble, an epilogue, spaces after a boundary and a quoted boundary', async () => {
    const text = `hello\r\n--edge  \r\n${field('one', '1').slice(8)}--edge--\r\ngood bye`
    const contentType = 'Multipart/Form-Data; charset=utf-8; boundary="edge"'
    expect(await read(text, { contentType })).toEqual([['one', undefined, '1']])
  })

  test('may have a part that nobody reads to its end', async () => {
    const names: string[] = []
    for await (const { name, pieces } of readParts(cut(form, 5), type)) {
      names.push(name)
      for await (const _ of pieces) break
    }
    expect(names).toEqual(['one', 'file', 'two'])
  })

  test.each([
    ['no boundary', form, 'multipart/form-data'],
    ['another type', form, 'application/json'],
    ['an end too early', form.slice(0, -12), type],
    ['nothing', '', type],
    ['a part without a name', '--edge\r\nContent-Type: text/plain\r\n\r\nx\r\n--edge--', type],
    ['a header without end', `--edge\r\n${'x'.repeat(20_000)}`, type],
  ])('are refused with %s', async (_name, text, contentType) => {
    await expect(read(text, { contentType, size: 1000 })).rejects.toMatchObject({ code: 'invalid' })
  })
})
