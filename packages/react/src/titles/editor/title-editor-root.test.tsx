import { Role } from '@kinora/core'
import { type ComponentProps, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { bare, completed, createFixture, renderSignedIn } from '../testing/testing.tsx'
import { TitleEditor } from './title-editor.tsx'

/** An editor whose host can go from one title to another. */
function Host({ tags, ...props }: ComponentProps<typeof TitleEditor> & { tags: (string | undefined)[] }) {
  const [tag, setTag] = useState(tags[0])
  return (
    <>
      {tags.map((each, index) => (
        <button key={each ?? 'new'} type="button" onClick={() => setTag(each)}>
          {`To ${index}`}
        </button>
      ))}
      <TitleEditor {...props} tag={tag} />
    </>
  )
}

describe('EMBED-02 one title after another', () => {
  test('what is typed of a new title isn’t brought to one that is opened, nor back', async () => {
    const fixture = createFixture(completed)
    const { screen } = await renderSignedIn(fixture, <Host tags={[undefined, completed.tag]} />)
    const instructor = screen.getByRole('textbox', { name: 'Instructor' })
    const name = screen.getByRole('textbox', { name: 'Title', exact: true })
    await screen.getByRole('button', { name: 'To 1' }).click()
    await expect.element(name).toHaveValue(completed.className)
    await instructor.fill('Of the stored one')
    await screen.getByRole('button', { name: 'To 0' }).click()
    await expect.element(name).toHaveValue('')
    await expect.element(instructor).toHaveValue('')
  })

  test('a host that doesn’t follow its new title: a second save changes it rather than making another', async () => {
    const onCreated = vi.fn()
    const fixture = createFixture(undefined)
    const { screen } = await renderSignedIn(fixture, <TitleEditor onCreated={onCreated} />)
    await screen.getByRole('textbox', { name: 'Title', exact: true }).fill('Once')
    await screen.getByRole('button', { name: 'Create title' }).click()
    await expect.poll(() => onCreated.mock.calls.length).toBe(1)
    await screen.getByRole('textbox', { name: 'Instructor' }).fill('Ada')
    await screen.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => fixture.sent('titles.update').length).toBe(1)
    expect(fixture.sent('titles.create').length).toBe(1)
    expect(fixture.sent('titles.update')[0]!.input).toMatchObject({
      tag: onCreated.mock.calls[0]![0],
      instructor: 'Ada',
    })
    expect(onCreated).toHaveBeenCalledTimes(1)
  })
})

describe('EMBED-02 fields that follow from a neighbour', () => {
  const open = (title: typeof completed, fields: ComponentProps<typeof TitleEditor>['fields']) =>
    renderSignedIn(
      createFixture(title, { role: Role.Admin }),
      <TitleEditor tag={title.tag} fields={fields} />,
    )

  test('the category of a sub category that can’t be changed is read-only too, and the provider of a channel', async () => {
    const { screen } = await open(completed, { classSubCategoryId: 'readOnly', channelId: 'hidden' })
    for (const name of ['Category', 'Provider'])
      await expect.element(screen.getByRole('combobox', { name, exact: true })).toBeDisabled()
  })

  test('they are free while there is none, and set none', async () => {
    const { screen } = await open(bare, { classSubCategoryId: 'readOnly', channelId: 'readOnly' })
    for (const name of ['Category', 'Provider'])
      await expect.element(screen.getByRole('combobox', { name, exact: true })).toBeEnabled()
  })
})
