import { Gallery } from './gallery.tsx'

export default { title: 'Overview' }

export const EveryComponent = { render: () => <Gallery /> }
