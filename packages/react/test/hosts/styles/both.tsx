import './direction'
import './foreign.css'
import '@kinora/react/styles.css'
import { showClasses } from './classes'
import { showWidgets } from './widgets'

showWidgets()
showClasses()
