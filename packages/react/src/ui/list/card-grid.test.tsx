import { useMemo } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderInRoot } from '../testing.tsx'
import { CardGrid } from './card-grid.tsx'

const rowId = (row: string) => row

/** Rows that are loaded as they come into sight: no array. */
function Classes({ count }: { count: number }) {
  const rows = useMemo(
    () => ({ length: count, at: (index: number) => (index < count ? `Class ${index + 1}` : undefined) }),
    [count],
  )
  return (
    <div style={{ blockSize: 400, display: 'grid' }}>
      <CardGrid
        label="Classes"
        rows={rows}
        rowId={rowId}
        card={row => <a href={`#${row}`}>{row}</a>}
        size={{ width: 200, below: 60 }}
        total={count}
        offset={0}
        query=""
      />
    </div>
  )
}

test('WCAG 2.4.3 a card that had the focus and is gone with its line leaves the others where they are', async () => {
  const screen = await renderInRoot(<Classes count={61} />)
  await expect.element(page.getByRole('link', { name: 'Class 1', exact: true })).toBeVisible()
  const scroller = screen.getByRole('region', { name: 'Classes' }).element()
  await expect
    .poll(() => {
      scroller.scrollTo({ top: scroller.scrollHeight })
      return page.getByRole('link', { name: 'Class 61', exact: true }).query()
    })
    .not.toBeNull()
  const last = page.getByRole('link', { name: 'Class 61', exact: true }).element()
  if (last instanceof HTMLElement) last.focus()
  await screen.rerender(<Classes count={20} />)
  scroller.scrollTo({ top: 0 })
  await expect.element(page.getByRole('link', { name: 'Class 1', exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Class 61', exact: true })).not.toBeInTheDocument()
})
