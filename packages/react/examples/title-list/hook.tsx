import { type Title, TitleStatus } from '@kinora/core'
import { type Kinora, KinoraRoot, useTitleActions, useTitleList } from '@kinora/react'
import { useState } from 'react'

/** Your own markup over the data and the acts. */
function Titles() {
  const list = useTitleList({
    filter: { status: [`${TitleStatus.Published}`, `${TitleStatus.Unpublished}`] },
  })
  const acts = useTitleActions()
  const [said, setSaid] = useState('')
  const publish = async (title: Title, on: boolean) => {
    const { kind } = await acts.publish(title, on)
    setSaid(kind === 'done' ? `${title.className}: ${on ? 'on' : 'off'}` : 'That didn’t work')
  }
  if (list.error) return <p role="alert">{list.error}</p>
  return (
    <main aria-busy={list.isLoading}>
      <label>
        Search
        <input value={list.asked.query} onChange={({ target }) => list.change({ query: target.value })} />
      </label>
      <p role="status">{said || `${list.total} classes`}</p>
      <ul>
        {list.found?.map(title => (
          <li key={title.tag}>
            <a href={`/classes/${title.tag}`}>{title.className}</a>
            <button type="button" onClick={() => void publish(title, title.status !== TitleStatus.Published)}>
              {title.status === TitleStatus.Published ? 'Unpublish' : 'Publish'} {title.className}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => void acts.exportCsv(list.asked)}>
        Export
      </button>
    </main>
  )
}

export default function TitlesByHook({ kinora }: { kinora: Kinora }) {
  return (
    <KinoraRoot kinora={kinora}>
      <Titles />
    </KinoraRoot>
  )
}
