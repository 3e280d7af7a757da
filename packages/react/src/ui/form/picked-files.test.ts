import { expect, test } from 'vitest'
import { filesWithin, pickerTypes } from './picked-files.ts'

test.each([
  ['.html', { 'text/html': ['.html'] }],
  ['.jpg,.jpeg,.png', { 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'] }],
  ['.mp3,.mp4', { 'audio/mpeg': ['.mp3'], 'video/mp4': ['.mp4'] }],
  // Chromium takes only extensions for extensions.
  ['.csv,text/csv', { 'text/csv': ['.csv'] }],
  ['.xyz', { 'application/octet-stream': ['.xyz'] }],
])('the chooser of %s is offered these files alone', (accept, types) => {
  expect(pickerTypes(accept)).toEqual(types)
})

test('a file that can’t be read costs only itself', async () => {
  const file = (name: string, isBroken = false) => ({
    kind: 'file',
    name,
    getFile: async () => {
      if (isBroken) throw new DOMException('gone', 'NotFoundError')
      return new File(['x'], name)
    },
  })
  async function* within() {
    yield file('first.mp4')
    yield file('broken.mp4', true)
    yield file('last.mp4')
  }
  const folder = { kind: 'directory', name: 'folder', values: within }
  const items = [folder, file('beside.mp4')].map(handle => ({
    kind: 'file',
    getAsFileSystemHandle: async () => handle,
    webkitGetAsEntry: () => null,
  }))
  const found = await filesWithin({ items, files: [] } as unknown as DataTransfer)
  expect(found.files.map(({ name }) => name)).toEqual(['first.mp4', 'last.mp4', 'beside.mp4'])
  expect(found.unreadable).toEqual(['broken.mp4'])
})
