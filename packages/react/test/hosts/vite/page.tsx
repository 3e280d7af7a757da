import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Classes } from './classes'

createRoot(document.querySelector('#page')!).render(
  <StrictMode>
    <Classes />
  </StrictMode>,
)
