import { Home } from '@kinora/react'
import { homeHrefs } from '../router/row-hrefs.ts'

export const HomePage = () => <Home hrefs={homeHrefs} />
