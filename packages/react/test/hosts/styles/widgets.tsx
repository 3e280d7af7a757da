import { Button, Checkbox, createTheme, TextField, ThemeProvider } from '@mui/material'
import { createRoot } from 'react-dom/client'

/** What a host has on its page, of Bootstrap, MUI, Tailwind and plain HTML. */
const Widgets = () => (
  <ThemeProvider theme={createTheme({ direction: document.dir === 'rtl' ? 'rtl' : 'ltr' })}>
    <main id="widgets" className="container p-3">
      <h1>The studio</h1>
      <p className="text-lg font-bold underline">
        Words with <a href="#top">the way up</a>, <code>code</code> and <strong>weight</strong>
      </p>
      <button type="button" className="btn btn-primary">
        Bootstrap
      </button>
      <button type="button">Plain</button>
      <input className="form-control" defaultValue="Text" aria-label="Text" />
      <select aria-label="Choice" className="form-select">
        <option>One</option>
      </select>
      <table className="table table-striped">
        <tbody>
          <tr>
            <th>Head</th>
            <td>Cell</td>
          </tr>
        </tbody>
      </table>
      <ul>
        <li>Item</li>
      </ul>
      <dialog open className="rounded-xl shadow-lg">
        Dialog
      </dialog>
      <Button variant="contained">MUI</Button>
      <TextField label="MUI text" defaultValue="Text" />
      <Checkbox defaultChecked aria-label="MUI check" />
      <div className="card">
        <div className="card-body">Card</div>
      </div>
    </main>
  </ThemeProvider>
)

export const showWidgets = () => createRoot(document.querySelector('#page')!).render(<Widgets />)
