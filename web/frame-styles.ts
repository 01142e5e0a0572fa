import "./styles/tokens.css";
import "./styles/base.css";
import "./app/Frame.tsx";
