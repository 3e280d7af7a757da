import { en } from '@kinora/core'
import React from 'react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react/pure'
import { showAtWidth } from '../ui/testing.tsx'
import { closeKinoras } from './platform.tsx'

/**
 * The setup of every file of components. Files that a worker runs in turn share one page and its modules, so each test leaves the
 * page as it found it, after all that the test itself does at its end.
 */
const address = location.href

beforeEach(({ onTestFinished }) => onTestFinished(cleanPage))
afterEach(() => expect(findRawKeys(document.body)).toEqual([]))
afterAll(closeKinoras)

async function cleanPage(): Promise<void> {
  try {
    await cleanup()
  } finally {
    await resetPage()
  }
}

async function resetPage(): Promise<void> {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) if (!own.has(name)) element.removeAttribute(name)
  localStorage.clear()
  sessionStorage.clear()
  if (location.href !== address) history.replaceState(null, '', address)
  await showAtWidth(1280)
  scrollTo(0, 0)
}

/** What the page itself has: its language, and the mark by which locators find the body. */
const own = new Set(['lang', 'data-testid'])

const rawKey = /\b[a-z]\w*(?:\.[\w-]+)+/gi

/** Keys that an element shows in place of their texts: the catalogue is not loaded. */
function findRawKeys(element: HTMLElement): string[] {
  const attributes = ['aria-label', 'title', 'placeholder', 'alt']
  const named = attributes.flatMap(name =>
    [...element.querySelectorAll(`[${name}]`)].map(found => found.getAttribute(name)),
  )
  return [element.innerText, ...named].flatMap(words => words?.match(rawKey) ?? []).filter(word => word in en)
}

/** React's development build takes a stack of each element for its developer tools, unless there were many of them already. */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>
const many = { get: () => 10_000, set: () => undefined, configurable: true }
if (internals) Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', many)
