import { describe, expect, test } from 'vitest'
import { renderInRoot } from './testing.tsx'

const surfaces = ['canvas', 'raised', 'sunken', 'overlay']
const meanings = ['positive', 'negative', 'warning', 'info', 'neutral']

const textPairs = [
  ...['text-strong', 'text-normal', 'text-soft', 'accent-text'].flatMap(text =>
    surfaces.map(on => [text, on]),
  ),
  ...meanings.map(meaning => [`${meaning}-text`, `${meaning}-tint`]),
  ...['negative-text', 'positive-text', 'warning-text'].flatMap(text => surfaces.map(on => [text, on])),
  ...['accent', 'accent-hover', 'accent-pressed'].map(fill => ['on-accent', fill]),
  ...['danger', 'danger-hover', 'danger-pressed'].map(fill => ['on-danger', fill]),
  ...['text-strong', 'text-soft', 'accent-text'].flatMap(text => [
    [text, 'accent-tint'],
    [text, 'neutral-tint'],
  ]),
] as [string, string][]

const edgePairs = [
  ...surfaces.flatMap(on => [
    ['line-strong', on],
    ['ring', on],
    ['accent-line', on],
    ['negative-line', on],
  ]),
  ...meanings.map(meaning => [`${meaning}-line`, `${meaning}-tint`]),
] as [string, string][]

describe.each(['light', 'dark'] as const)('NFR contrast of the tokens, %s', theme => {
  test('every text reaches 4.5:1 on what it stands on', async () => {
    expect(await below(theme, textPairs, 4.5)).toEqual([])
  })

  test('CONST-23, META-14 active is green and inactive is red', async () => {
    const { container } = await renderInRoot(null, { theme })
    const root = container.querySelector<HTMLElement>('.kn-root')!
    for (const part of ['text', 'line']) {
      const [green, red] = [painted(root, `positive-${part}`), painted(root, `negative-${part}`)]
      expect(green[1]).toBeGreaterThan(green[0]!)
      expect(red[0]).toBeGreaterThan(red[1]!)
    }
  })

  test('every edge and dot reaches 3:1 on what it stands on', async () => {
    expect(await below(theme, edgePairs, 3)).toEqual([])
  })
})

async function below(theme: 'light' | 'dark', pairs: [string, string][], least: number): Promise<string[]> {
  const { container } = await renderInRoot(null, { theme })
  const root = container.querySelector<HTMLElement>('.kn-root')!
  return pairs
    .map(([first, second]) => ({ name: `${first} on ${second}`, ratio: contrast(root, first, second) }))
    .filter(({ ratio }) => ratio < least)
    .map(({ name, ratio }) => `${name}: ${ratio.toFixed(2)}`)
}

function contrast(root: HTMLElement, first: string, second: string): number {
  const [a, b] = [luminance(root, first), luminance(root, second)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(root: HTMLElement, token: string): number {
  const [red, green, blue] = painted(root, token).map(linear)
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** Red, green and blue of a token as the browser paints it. */
function painted(root: HTMLElement, token: string): number[] {
  root.style.color = `var(--kn-${token})`
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const paper = canvas.getContext('2d')!
  paper.fillStyle = getComputedStyle(root).color
  paper.fillRect(0, 0, 1, 1)
  return [...paper.getImageData(0, 0, 1, 1).data].slice(0, 3)
}

function linear(value: number): number {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
