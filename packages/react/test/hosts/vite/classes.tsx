import '@kinora/react/styles.css'
import { createKinora, KinoraRoot, TitleEditor, TitleList } from '@kinora/react'
import { useState } from 'react'

const kinora = createKinora({
  baseUrl: 'http://media.example.com',
  getToken: async () => (await fetch('/kinora-token')).text(),
})

/** A list, or the class that is opened. */
export function Classes() {
  const [tag, setTag] = useState('')
  const [isShown, setShown] = useState(true)
  return (
    <main>
      <h1>The studio</h1>
      <form onSubmit={event => event.preventDefault()}>
        <input aria-label="Class" value={tag} onChange={event => setTag(event.target.value)} />
        <button type="button" onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </button>
      </form>
      {isShown ? (
        <KinoraRoot kinora={kinora}>{tag === '' ? <TitleList /> : <TitleEditor tag={tag} />}</KinoraRoot>
      ) : null}
    </main>
  )
}
