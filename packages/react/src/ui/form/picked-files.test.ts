import { expect, test } from 'vitest'
import { pickerTypes } from './picked-files.ts'

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
