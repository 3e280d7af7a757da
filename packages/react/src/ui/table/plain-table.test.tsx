import { expect, test } from 'vitest'
import { Badge } from '../status/badge.tsx'
import { renderInRoot } from '../testing.tsx'
import { PlainTable } from './plain-table.tsx'

test('a card: all that a cell holds stands beside its name, a badge as wide as its word', async () => {
  const screen = await renderInRoot(
    <div style={{ inlineSize: 320 }}>
      <PlainTable
        label="Rows"
        rows={[{ id: '2' }]}
        rowId={row => row.id}
        columns={[
          { id: 'state', header: 'Status', cell: () => <Badge tone="positive">Added</Badge> },
          {
            id: 'problem',
            header: 'Problem and fix',
            wide: true,
            cell: () => (
              <>
                <b>Email is not valid</b>
                <span className="kn-plain-soft">Write an address with an @</span>
              </>
            ),
          },
        ]}
      />
    </div>,
  )
  const boxOf = (words: string) => screen.getByText(words).element().getBoundingClientRect()
  const badge = screen.getByText('Added').element().closest('.kn-badge')?.getBoundingClientRect()
  expect(badge?.width).toBeLessThan(90)
  const [problem, mend] = [boxOf('Email is not valid'), boxOf('Write an address with an @')]
  expect([mend.left, badge?.left]).toEqual([problem.left, problem.left])
  expect(mend.top).toBeGreaterThan(problem.top)
})
