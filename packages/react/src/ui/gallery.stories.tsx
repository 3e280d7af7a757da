import { Gallery } from './gallery.tsx'

export default { title: 'Overview', parameters: { flush: true } }

export const EveryComponent = { render: () => <Gallery /> }
