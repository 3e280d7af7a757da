import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInRoot } from '../testing.tsx'
import { ListSearch } from './list-search.tsx'

test('what is typed stays while the question before it is still on its way', async () => {
  const answers: (() => void)[] = []
  function Slow() {
    const [value, setValue] = useState('')
    const ask = (next: string) => void answers.push(() => setValue(next))
    return <ListSearch label="Search" clearLabel="Clear" value={value} onChange={ask} />
  }
  const screen = await renderInRoot(<Slow />)
  const box = screen.getByRole('searchbox', { name: 'Search' })
  await box.fill('yo')
  await expect.poll(() => answers.length).toBe(1)
  await box.fill('yoga')
  answers[0]!()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!()
  await expect.element(box).toHaveValue('yoga')
})
