from agents import Agent, Runner
from pydantic import BaseModel


class Verdict(BaseModel):
    correct: bool
    explanation: str


judge = Agent(
    name="judge",
    instructions="Compare the prediction with the gold answer. Be lenient about units.",
    model="gpt-4.1",
    output_type=Verdict,
)


async def score(question: str, gold: str, prediction: str) -> bool:
    res = await Runner.run(judge, f"Q: {question}\nGold: {gold}\nPrediction: {prediction}")
    return res.final_output_as(Verdict).correct
