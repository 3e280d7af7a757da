import { en } from '@kinora/core'
import { afterEach, expect } from 'vitest'

const rawKey = /\b[a-z]\w*(?:\.[\w-]+)+/gi

/** Keys that an element shows in place of their texts: the catalogue is not loaded. */
function findRawKeys(element: HTMLElement): string[] {
  const attributes = ['aria-label', 'title', 'placeholder', 'alt']
  const named = attributes.flatMap(name =>
    [...element.querySelectorAll(`[${name}]`)].map(found => found.getAttribute(name)),
  )
  return [element.innerText, ...named].flatMap(words => words?.match(rawKey) ?? []).filter(word => word in en)
}

/** Every test of a component ends with a screen without keys. */
afterEach(() => expect(findRawKeys(document.body)).toEqual([]))
