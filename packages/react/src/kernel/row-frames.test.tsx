import { newWebhook, webhooks } from '@kinora/core'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { labelAnswers } from '../taxonomies/fixtures.tsx'
import { TaxonomyList } from '../taxonomies/taxonomy-list.tsx'
import { StoryKinora } from '../testing/stories.tsx'
import { renderInRoot } from '../ui/testing.tsx'
import { useActiveColumn } from './active.tsx'
import { DraftForm } from './draft-form.tsx'
import { RowForm } from './row-form.tsx'

const calls = { view: webhooks.view, create: webhooks.create, update: webhooks.update }

describe('EMBED-02 the frames of rows in a host’s own words', () => {
  test('a form without a noun says what it always said: Save, the way back, and no state', async () => {
    const screen = await renderInRoot(
      <StoryKinora>
        <RowForm
          calls={calls}
          idKey="webhookId"
          start={newWebhook}
          check={() => []}
          listHref="#list"
          backLabel="All receivers"
        >
          {({ page }) => (
            <DraftForm {...page} title="A receiver">
              fields
            </DraftForm>
          )}
        </RowForm>
      </StoryKinora>,
    )
    await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'All receivers' })).toBeVisible()
    expect(screen.getByText('Active', { exact: true }).query()).toBeNull()
  })

  test('the column and the filter of active rows are the same each time that a table is drawn', async () => {
    const seen: unknown[] = []
    function Table() {
      const [count, setCount] = useState(1)
      seen.push(useActiveColumn())
      return (
        <button type="button" onClick={() => setCount(count + 1)}>
          {count} rows
        </button>
      )
    }
    const screen = await renderInRoot(
      <StoryKinora>
        <Table />
      </StoryKinora>,
    )
    await screen.getByRole('button', { name: '1 rows' }).click()
    await expect.element(screen.getByRole('button', { name: '2 rows' })).toBeVisible()
    const [before, after] = seen.slice(-2)
    expect(after).toBe(before)
  })

  test('the name leads to its row where a host has put its column behind another', async () => {
    const screen = await renderInRoot(
      <StoryKinora answers={labelAnswers()}>
        <TaxonomyList
          kind="label"
          rowHref={id => `#label/${id}`}
          columns={ours => [{ id: 'mark', header: 'Mark', width: 80, cell: () => 'marked' }, ...ours]}
        />
      </StoryKinora>,
    )
    await expect
      .element(screen.getByRole('link', { name: 'Sunrise' }))
      .toHaveAttribute('href', expect.stringContaining('#label/'))
    expect(screen.getByRole('link', { name: 'marked' }).query()).toBeNull()
  })
})
