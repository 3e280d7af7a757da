import '@kinora/react/styles.css'
import { createKinora, KinoraRoot, TitleEditor, TitleList } from '@kinora/react'
import { createRoot } from 'react-dom/client'

const kinora = createKinora({
  baseUrl: 'http://media.example.com',
  getToken: async () => (await fetch('/kinora-token')).text(),
})

/** The tags that parts of Kinora use without a class. */
const Words = () => (
  <section>
    <p>
      <b>b</b> <strong>strong</strong> <em>em</em> <i>i</i> <small>small</small> <code>code</code>{' '}
      <abbr title="abbr">abbr</abbr> <output>output</output> <label htmlFor="range">label</label>
    </p>
    <input id="range" type="range" />
    <pre>pre</pre>
    <fieldset>
      <legend>legend</legend>
      fieldset
    </fieldset>
    <dl>
      <dt>dt</dt>
      <dd>dd</dd>
    </dl>
    <details open>
      <summary>summary</summary>
      details
    </details>
    <table>
      <tbody>
        <tr>
          <th>th</th>
          <td>td</td>
        </tr>
      </tbody>
    </table>
  </section>
)

export const showPart = (part: string, tag: string) =>
  createRoot(document.querySelector('#kinora')!).render(
    <KinoraRoot kinora={kinora} theme="light">
      {part === 'words' && <Words />}
      {part === 'list' && <TitleList titleHref={each => `#${each}`} />}
      {part === 'editor' && <TitleEditor tag={tag} />}
    </KinoraRoot>,
  )
