import { Classes } from './classes'

export default function Page() {
  return <Classes />
}
