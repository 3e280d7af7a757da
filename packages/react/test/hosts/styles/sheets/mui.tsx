import { CssBaseline } from '@mui/material'
import { createRoot } from 'react-dom/client'

export const addBaseline = () => createRoot(document.createElement('div')).render(<CssBaseline />)
